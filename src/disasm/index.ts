export { createDecoder, type Decoder, disassemble, guessDecoder } from './disassemble.ts';
export { type BasicBlock, type FlowGraph, flowGraph } from './flow-graph.ts';
export type { Architecture, Instruction, InstructionKind, Syntax } from './instruction.ts';
export { findLoops, type Loop } from './loops.ts';
