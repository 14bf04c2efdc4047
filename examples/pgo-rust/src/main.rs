//! calc: reads a list of commands ("add 5", "xor 12", …), one per line, and runs it many times.
//!
//!     calc [repetitions] < program
//!
//! Scanning calls a method of a trait object per character, and running calls a function through a
//! pointer per command. A compiler that does not know which of them are usual can neither inline
//! them nor keep the state in registers; one that has a profile can.

mod commands;
mod scanner;

use std::io::Read;

use commands::Command;

fn run(program: &[Command], start: u64) -> u64 {
    let mut accumulator = start;
    for command in program {
        accumulator = command.run(accumulator);
    }
    accumulator
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let repetitions: u64 = match std::env::args().nth(1) {
        Some(word) => word.parse()?,
        None => 1,
    };
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text)?;
    let classes = scanner::Classes::new();
    let mut accumulator = 1;
    let mut program = Vec::new();
    for turn in 0..repetitions {
        if turn % 16 == 0 {
            program = classes.scan(&text)?;
        }
        accumulator = run(&program, accumulator);
    }
    println!("{} commands, {accumulator:016x}", program.len());
    Ok(())
}
