import type { CfiRow } from '../dwarf/cfi-row.ts';
import { ruleKinds } from '../dwarf/cfi-table.ts';
import { type ExpressionWorld, evaluateExpression } from '../dwarf/expression.ts';
import type { FoundRow } from './images.ts';
import type { Walk } from './walk.ts';

/** A row of its own, because rows are reused and recovering a register looks up others. */
export class RowRules {
  readonly endsHere: boolean;
  readonly #found: FoundRow;
  readonly #walk: Walk;
  readonly #kinds: Uint8Array;
  readonly #values: Int32Array;
  readonly #lengths: Int32Array;
  readonly #cfa: Pick<CfiRow, 'cfaRegister' | 'cfaOffset' | 'cfaExpressionAt'>;
  readonly #cfaExpressionLength: number;

  constructor(found: FoundRow, walk: Walk) {
    const { row, fde } = found;
    this.#found = found;
    this.#walk = walk;
    this.#kinds = row.kinds.slice();
    this.#values = row.values.slice();
    this.#lengths = row.lengths.slice();
    const { cfaRegister, cfaOffset, cfaExpressionAt } = row;
    this.#cfa = { cfaRegister, cfaOffset, cfaExpressionAt };
    this.#cfaExpressionLength = row.cfaExpressionLength;
    this.endsHere = row.kind(fde.cie.returnRegister) === ruleKinds.undefined;
  }

  /** Whether anything is said of a register. */
  says(register: number): boolean {
    return this.#kinds[register] !== ruleKinds.unspecified;
  }

  cfa(world: ExpressionWorld): bigint | undefined {
    const { cfaRegister, cfaOffset, cfaExpressionAt } = this.#cfa;
    if (this.#cfaExpressionLength > 0) {
      return this.#evaluate(cfaExpressionAt, this.#cfaExpressionLength, world);
    }
    const base = world.register(cfaRegister);
    return base === undefined ? undefined : BigInt.asUintN(64, base + BigInt(cfaOffset));
  }

  /** The caller's value of a register. */
  value(register: number, cfa: bigint, world: ExpressionWorld): bigint | undefined {
    const value = this.#values[register] as number;
    const length = this.#lengths[register] as number;
    switch (this.#kinds[register] as number) {
      case ruleKinds.undefined:
        return undefined;
      case ruleKinds.offset:
        return this.#saved(register, BigInt.asUintN(64, cfa + BigInt(value)), world);
      case ruleKinds.valueOffset:
        return BigInt.asUintN(64, cfa + BigInt(value));
      case ruleKinds.register:
        return world.register(value);
      case ruleKinds.expression: {
        const address = this.#evaluate(value, length, world, cfa);
        return address === undefined ? undefined : world.memory(address, 8);
      }
      case ruleKinds.valueExpression:
        return this.#evaluate(value, length, world, cfa);
      default:
        return world.register(register);
    }
  }

  /** A slot below the stack pointer was popped already: the register has its value back. */
  #saved(register: number, address: bigint, world: ExpressionWorld): bigint | undefined {
    const position = this.#walk.memory.positionOf(address);
    const isPopped = position < this.#walk.sp && position > -65536;
    return isPopped ? world.register(register) : world.memory(address, 8);
  }

  #evaluate(
    at: number,
    length: number,
    world: ExpressionWorld,
    initial?: bigint,
  ): bigint | undefined {
    const { bytes, cursor } = this.#found;
    const expression = bytes.subarray(at, at + length);
    return evaluateExpression(expression, cursor.littleEndian, world, initial);
  }
}
