import { assert } from '../base/assert.ts';
import { demangle } from './index.ts';
import { limits } from './limits-table.ts';

const seeds = [
  '_ZNSt8__detail9__variant17__gen_vtable_implIJSt10unique_ptrI9bignum_stXadL_Z1fEEEiEEvOT0_',
  '_ZN4llvm17make_filter_rangeIRKNS_10BasicBlockESt8functionIFbRKNS_11InstructionEEEEEDTclsr3stdE5beginEE',
  '_Z1fIJicEEvDpRKT_PFPFvvEvEM1AKFivRERA3_A4_KiDv4_f',
  '_ZZNK1AMUlTyTnT_S_DpT0_E_clIiEEDaS0_E1x_0.part.0.cold',
  '_Z1fIiEDTcldtfp_1xIiEspfLplLi1Efp_quLb1Enw_T_piLi1EEilEEET_',
  '_ZTch0_h8_NSaIcEcvT_IiEEv',
  '_ZNSsB5cxx11C1EPKcRKSaIcE',
  '_RINvMs6_NtCsgvbsrvnw3yD_9hashbrown3rawINtB6_8RawTableTReNtB8_4NodeEE14reserve_rehashNCINvB8_11make_hasherBQ_E0EB4_.llvm.12AB',
  '_RINvC1a1bDG_INtC1a1cRL0_hEp1xhEL_FUKCmEzKVNtC1a1cS1xj1_EKRe616263_E',
  '_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y',
  '_ZN71_$LT$Test$u20$$u2b$$u20$as$u20$foo..Bar$GT$3bar17h930b740aa94f1d3aE',
];

/** A name is a name whatever it is: an answer of bounded length, and never an error. */
export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'demangle',
  seeds: () => seeds.map((seed) => Uint8Array.from(seed, (char) => char.charCodeAt(0))),
  run(bytes) {
    let name = '';
    for (const byte of bytes.subarray(0, 100_000)) name += String.fromCharCode(byte);
    for (const variant of [name, `_Z${name.slice(2)}`, `_R${name.slice(2)}`]) {
      const found = demangle(variant);
      assert(found.length <= limits.output + variant.length * 20 + 100, 'bounded output');
    }
  },
};
