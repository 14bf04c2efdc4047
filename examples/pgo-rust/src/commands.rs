//! What a line of the program does. Which of them are usual stands in no source.

type Action = fn(accumulator: u64, operand: u64) -> u64;

pub struct Command {
    action: Action,
    operand: u64,
}

impl Command {
    pub fn named(name: &[u8], operand: u64) -> Option<Command> {
        let (_, action) = KNOWN.iter().find(|(known, _)| known.as_bytes() == name)?;
        Some(Command {
            action: *action,
            operand,
        })
    }

    pub fn run(&self, accumulator: u64) -> u64 {
        (self.action)(accumulator, self.operand)
    }
}

const KNOWN: [(&str, Action); 8] = [
    ("add", add),
    ("sub", sub),
    ("xor", xor),
    ("mul", mul),
    ("max", max),
    ("rot", rot),
    ("mod", modulo),
    ("bits", bits),
];

fn add(a: u64, operand: u64) -> u64 {
    a.wrapping_add(operand)
}

fn sub(a: u64, operand: u64) -> u64 {
    a.wrapping_sub(operand)
}

fn xor(a: u64, operand: u64) -> u64 {
    a ^ operand
}

fn mul(a: u64, operand: u64) -> u64 {
    a.wrapping_mul(operand | 1)
}

fn max(a: u64, operand: u64) -> u64 {
    a.max(operand)
}

fn rot(a: u64, operand: u64) -> u64 {
    a.rotate_left((operand & 63) as u32)
}

fn modulo(a: u64, operand: u64) -> u64 {
    a.checked_rem(operand).unwrap_or(a)
}

fn bits(a: u64, operand: u64) -> u64 {
    operand + u64::from(a.count_ones())
}
