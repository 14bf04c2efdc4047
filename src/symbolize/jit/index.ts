export { type CodeName, parseCodeName } from './code-name.ts';
export { JitCode, type JitFiles, type JitPlace } from './jit-code.ts';
