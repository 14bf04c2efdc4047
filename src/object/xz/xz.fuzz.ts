import { crc32 } from '../../base/crc32.ts';
import { decodeXz } from './xz.ts';

/** `xz -9 --check=crc32` of a few hundred repeated words, and of bytes that do not shrink. */
const packed = [
  '/Td6WFoAAAFpIt42AgAhARwAAAAQz1jM4ApSAXBdADmdCEW4WqksHyDPzXBUFrmPF2aCF7H4XNFiqgB6z9aac4g9MmbbVAh2S8phvB9NESejK1Ud+9ta8prD1Ahy8urDmGL5D4b/3JrZ1P0/OUYVWiSnP8qU56Q8GHZVUpdhX3/30HFmO8YDAhSbOLKjLbleRKiM+U1S3l3eQWYLYux16JGNI+yTMFQU7Mid6gwJiPDAIcI0NZByuVKmyWDJMSLhK3To7p4B5JMIgGVUy4CMIuz+XRx3hz2k0FUvs+EFW8Ac4DnJYXDxyMf17XQnVRi/B4heNgZ6zgaPmfduVPn9EXAANof21rxrKuY962iUe94W8+IpTfLAsbdekqalbydoAS+wkscgawzETdAjQtrvKKekVrPazZA+XoDUljw31nXIQ9HIfp7k8fSA38y4x9eSpnilMggeGHc5b4e2X3COAZcr5C0J/QcchnM7un6T/MQSnREUm9ENUTDL9tot5fV2btFAtJbGsptq/bFz9rcAAIJObpUAAYgD0xQAAGMl2Fk+MA2LAgAAAAABWVo=',
  '/Td6WFoAAAD/EtlBAgAhARwAAAAQz1jM4AHzAX5dAFadFOnQr/09qRMRE+yQ0R1kI17JNmBTpEv6eJbRKb2ZI/QMSWMB7J6zqa1A62VPo6gIhmiHRgBts5Yfqn6cD4ZiNqm3lcRsqCWYU8koa/Xr5lkF3Kigen0RfRwZlKQk26ywkK/s9dKEIGrlFvfgIfWnlM6e99HtIboLoSJepFlYlGBO14gq4rcTk5QXWBf/MIuul+Rh5/exuHeWJIA1qgcsuyysjDjkenJwcSxCOEbHwnZhhzKDnJ5+vYTF3LvqujSSDe99opUSkO/2//Ht2i8Qgr0AFewE+foYq+dW5yc2dfzJn0bawdodXIFF4GF4VjykUaW89mQBTBblUemuhiToKAQPA8V7mQ79UGs+pzFNFk34CA+NhtVLg1QhJLIaSINAmXVOvqDXT/fv59wMahcru5fKLV8uKJBDbEwhFWtLT0/YpWEVIFYwfPMhivrB0JatLVVkb9EYgWezq39q2+PBSDLAwYYI2193FY9z6V7Rq1vnAwIVeOP+b45D4wAAAAAAAZID9AMAAOwmGd+oAAr8AgAAAAAAWVo=',
];

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'xz',
  seeds: () => packed.map((text) => Buffer.from(text, 'base64')),
  /** Twice: the checksum of the header stops nearly all damage, so the second time it is made right. */
  run(bytes) {
    try {
      decodeXz(bytes);
    } finally {
      decodeXz(repaired(bytes));
    }
  },
};

/** The stream header and the first block header with their checksums made right. */
function repaired(bytes: Uint8Array): Uint8Array {
  const fixed = Uint8Array.from(bytes);
  const view = new DataView(fixed.buffer);
  if (fixed.length < 24) return fixed;
  view.setUint32(8, crc32(fixed.subarray(6, 8)), true);
  const end = 12 + ((fixed[12] ?? 0) + 1) * 4;
  if (end <= fixed.length) view.setUint32(end - 4, crc32(fixed.subarray(12, end - 4)), true);
  return fixed;
}
