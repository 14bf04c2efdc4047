import { ToolError } from '../base/tool-error.ts';
import { CfiCursor } from './cfi-cursor.ts';
import { operateOnTwo } from './expression-arithmetic.ts';
import { operations } from './expression-table.ts';

/** What an expression may look at; undefined = not known, and then the result is not known either. */
export interface ExpressionWorld {
  /** By DWARF number. */
  register(number: number): bigint | undefined;
  memory(address: bigint, size: number): bigint | undefined;
}

/** Compilers write fewer than ten operations; branches could go round for ever. */
const mostSteps = 1000;
const mostDepth = 64;

/**
 * The value of a DWARF expression of call frame information (DWARF 5 §2.5, §6.4.2), 64 bits unsigned.
 * `initial` is what lies on the stack at first: the CFA for rules of registers. Undefined when the
 * expression is damaged, does not end, or needs what the world does not know.
 */
export function evaluateExpression(
  bytes: Uint8Array,
  littleEndian: boolean,
  world: ExpressionWorld,
  initial?: bigint,
): bigint | undefined {
  const machine = new ExpressionMachine(bytes, littleEndian, world);
  if (initial !== undefined) machine.push(initial);
  try {
    return machine.run();
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

class ExpressionMachine {
  readonly #cursor: CfiCursor;
  readonly #world: ExpressionWorld;
  readonly #stack: bigint[] = [];

  constructor(bytes: Uint8Array, littleEndian: boolean, world: ExpressionWorld) {
    this.#cursor = new CfiCursor(bytes, 'expression', littleEndian);
    this.#world = world;
  }

  run(): bigint {
    for (let steps = 0; this.#cursor.at < this.#cursor.end; steps++) {
      if (steps === mostSteps) throw this.#cursor.fail('does not end');
      this.#step(this.#cursor.u8());
    }
    return this.#pop();
  }

  push(value: bigint): void {
    if (this.#stack.length === mostDepth) throw this.#cursor.fail('too deep');
    this.#stack.push(BigInt.asUintN(64, value));
  }

  #pop(): bigint {
    const value = this.#stack.pop();
    if (value === undefined) throw this.#cursor.fail('stack is empty');
    return value;
  }

  #pick(depth: number): bigint {
    const value = this.#stack.at(-1 - depth);
    if (value === undefined) throw this.#cursor.fail('stack is empty');
    return value;
  }

  #step(operation: number): void {
    const cursor = this.#cursor;
    if (operation >= operations.literal0 && operation <= operations.literal31) {
      this.push(BigInt(operation - operations.literal0));
    } else if (operation >= operations.baseRegister0 && operation <= operations.baseRegister31) {
      this.#pushRegister(operation - operations.baseRegister0);
    } else if (operation === operations.baseRegisterX) this.#pushRegister(cursor.uleb());
    else if (operation >= operations.address && operation <= operations.constantS) {
      this.push(this.#constantOrMemory(operation));
    } else if (operation >= operations.duplicate && operation <= operations.rotate) {
      this.#reorder(operation);
    } else if (operation === operations.branch) this.#branch();
    else if (operation === operations.skip) this.#skip();
    else if (operation === operations.dereferenceSize) this.push(this.#dereference(cursor.u8()));
    else if (operation !== operations.nop) this.push(this.#calculate(operation));
  }

  #pushRegister(number: number): void {
    const offset = this.#cursor.sleb();
    const value = this.#world.register(number);
    if (value === undefined) throw this.#cursor.fail(`register ${number} is not known`);
    this.push(value + BigInt(offset));
  }

  #constantOrMemory(operation: number): bigint {
    const cursor = this.#cursor;
    switch (operation) {
      case operations.dereference:
        return this.#dereference(8);
      case operations.constant1u:
        return BigInt(cursor.u8());
      case operations.constant1s:
        return BigInt((cursor.u8() << 24) >> 24);
      case operations.constant2u:
        return BigInt(cursor.u16());
      case operations.constant2s:
        return BigInt((cursor.u16() << 16) >> 16);
      case operations.constant4u:
        return BigInt(cursor.u32());
      case operations.constant4s:
        return BigInt(cursor.i32());
      case operations.address: // never relocated in what a linker wrote
      case operations.constant8u:
      case operations.constant8s:
        return cursor.bigint();
      case operations.constantU:
        return BigInt(cursor.uleb());
      case operations.constantS:
        return BigInt(cursor.sleb());
      default:
        throw cursor.fail(`unknown operation 0x${operation.toString(16)}`);
    }
  }

  #dereference(size: number): bigint {
    if (size !== 1 && size !== 2 && size !== 4 && size !== 8) throw this.#cursor.fail('bad size');
    const value = this.#world.memory(this.#pop(), size);
    if (value === undefined) throw this.#cursor.fail('memory that is not known');
    return value;
  }

  #reorder(operation: number): void {
    switch (operation) {
      case operations.duplicate:
        this.push(this.#pick(0));
        return;
      case operations.drop:
        this.#pop();
        return;
      case operations.over:
        this.push(this.#pick(1));
        return;
      case operations.pick:
        this.push(this.#pick(this.#cursor.u8()));
        return;
      default: {
        // swap exchanges two, rotate moves the top below the third
        const under = [this.#pop(), this.#pop()];
        if (operation === operations.rotate) under.push(this.#pop());
        const [top, ...rest] = under as [bigint, ...bigint[]];
        this.push(top);
        for (const value of rest.reverse()) this.push(value);
      }
    }
  }

  #branch(): void {
    const delta = this.#delta();
    if (this.#pop() !== 0n) this.#jump(delta);
  }

  #skip(): void {
    this.#jump(this.#delta());
  }

  #delta(): number {
    return (this.#cursor.u16() << 16) >> 16;
  }

  #jump(delta: number): void {
    this.#cursor.window(this.#cursor.at + delta, this.#cursor.end);
  }

  #calculate(operation: number): bigint {
    switch (operation) {
      case operations.absolute: {
        const value = BigInt.asIntN(64, this.#pop());
        return value < 0n ? -value : value;
      }
      case operations.negate:
        return -this.#pop();
      case operations.not:
        return ~this.#pop();
      case operations.plusConstant:
        return this.#pop() + BigInt(this.#cursor.uleb());
      default: {
        const right = this.#pop();
        const result = operateOnTwo(operation, this.#pop(), right);
        if (result === undefined) {
          throw this.#cursor.fail(`operation 0x${operation.toString(16)} cannot be done`);
        }
        return result;
      }
    }
  }
}
