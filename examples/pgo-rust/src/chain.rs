//! chain: a chain of multiplications, each of which waits for the one before. A profile tells the
//! compiler nothing that it does not see by itself: the program where profile-guided optimisation
//! makes no difference.
//!
//!     chain [millions]

fn chain(length: u64) -> u64 {
    let mut state: u64 = 1;
    for _ in 0..length {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state ^= state >> 29;
    }
    state
}

fn main() -> Result<(), std::num::ParseIntError> {
    let millions: u64 = match std::env::args().nth(1) {
        Some(word) => word.parse()?,
        None => 1,
    };
    println!("{:016x}", chain(millions * 1_000_000));
    Ok(())
}
