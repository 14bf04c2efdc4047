export { type CodeName, parseCodeName } from './code-name.ts';
export { JitCode, type JitFiles } from './jit-code.ts';
