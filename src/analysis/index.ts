export { resolveValueType } from './value-type.ts';
