/**
 * V8's own steps between functions: how a call enters, leaves or adapts its arguments. They say nothing
 * about the program. Their names come from node's symbols (`Builtins_…`) or its perf map (`Builtin:…`).
 */
export const v8Plumbing: RegExp =
  /^Builtins?[_:](?:JS(?:Construct|RunMicrotasks)?Entry(?:Trampoline)?|JSConstructStubGeneric|JSBuiltinsConstructStub|InterpreterEntryTrampoline(?:ForProfiling)?|InterpreterPushArgs\w+|InterpreterOnStackReplacement\w*|CEntry_\w+|WasmCEntry|Call(?:Function)?_Receiver\w+|CallFunctionForwardVarargs|CallVarargs|Construct(?:Function|Varargs|ForwardVarargs)?|ArgumentsAdaptorTrampoline|AdaptorWithBuiltinExitFrame\w*|Baseline(?:OutOfLinePrologue|OrInterpreterEnter\w+|LeaveFrame))$/;
