//! From text to commands: one handler per class of characters.

use crate::commands::Command;

#[derive(Default)]
struct Line {
    word: Vec<u8>,
    number: u64,
    count: usize,
    program: Vec<Command>,
}

trait Handler {
    fn take(&self, line: &mut Line, character: u8) -> Result<(), String>;
}

struct Letter;
struct Digit;
struct Space;
struct EndOfLine;
struct Wrong;

impl Handler for Letter {
    fn take(&self, line: &mut Line, character: u8) -> Result<(), String> {
        line.word.push(character);
        Ok(())
    }
}

impl Handler for Digit {
    fn take(&self, line: &mut Line, character: u8) -> Result<(), String> {
        line.number = line
            .number
            .wrapping_mul(10)
            .wrapping_add(u64::from(character - b'0'));
        Ok(())
    }
}

impl Handler for Space {
    fn take(&self, _: &mut Line, _: u8) -> Result<(), String> {
        Ok(())
    }
}

impl Handler for EndOfLine {
    fn take(&self, line: &mut Line, _: u8) -> Result<(), String> {
        line.count += 1;
        if line.word.is_empty() {
            return Ok(());
        }
        let Some(found) = Command::named(&line.word, line.number) else {
            let word = String::from_utf8_lossy(&line.word);
            return Err(format!("line {}: unknown command {word}", line.count));
        };
        line.program.push(found);
        line.word.clear();
        line.number = 0;
        Ok(())
    }
}

impl Handler for Wrong {
    fn take(&self, line: &mut Line, character: u8) -> Result<(), String> {
        Err(format!(
            "line {}: unexpected character 0x{character:02x}",
            line.count + 1
        ))
    }
}

/// Who takes a character, by its code.
pub struct Classes([&'static dyn Handler; 256]);

impl Classes {
    pub fn new() -> Classes {
        let mut classes: [&'static dyn Handler; 256] = [&Wrong; 256];
        for character in b'a'..=b'z' {
            classes[usize::from(character)] = &Letter;
        }
        for character in b'0'..=b'9' {
            classes[usize::from(character)] = &Digit;
        }
        classes[usize::from(b' ')] = &Space;
        classes[usize::from(b'\t')] = &Space;
        classes[usize::from(b'\n')] = &EndOfLine;
        Classes(classes)
    }

    pub fn scan(&self, text: &[u8]) -> Result<Vec<Command>, String> {
        let mut line = Line::default();
        for &character in text {
            self.0[usize::from(character)].take(&mut line, character)?;
        }
        Ok(line.program)
    }
}
