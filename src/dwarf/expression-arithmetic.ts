import { operations } from './expression-table.ts';

/** `left` was second on the stack. Comparisons and division are signed (DWARF 5 §2.5.1.4, §2.5.1.5). */
export function operateOnTwo(operation: number, left: bigint, right: bigint): bigint | undefined {
  switch (operation) {
    case operations.and:
      return left & right;
    case operations.or:
      return left | right;
    case operations.xor:
      return left ^ right;
    case operations.plus:
      return left + right;
    case operations.minus:
      return left - right;
    case operations.multiply:
      return left * right;
    case operations.divide:
      return right === 0n ? undefined : signed(left) / signed(right);
    case operations.modulo:
      return right === 0n ? undefined : left % right;
    case operations.shiftLeft:
      return right > 63n ? 0n : left << right;
    case operations.shiftRight:
      return right > 63n ? 0n : left >> right;
    case operations.shiftRightArithmetic:
      return signed(left) >> (right > 63n ? 63n : right);
    default:
      return compare(operation, signed(left), signed(right));
  }
}

function compare(operation: number, left: bigint, right: bigint): bigint | undefined {
  switch (operation) {
    case operations.equal:
      return truth(left === right);
    case operations.notEqual:
      return truth(left !== right);
    case operations.less:
      return truth(left < right);
    case operations.lessOrEqual:
      return truth(left <= right);
    case operations.greater:
      return truth(left > right);
    case operations.greaterOrEqual:
      return truth(left >= right);
    default:
      return undefined;
  }
}

function signed(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

function truth(is: boolean): bigint {
  return is ? 1n : 0n;
}
