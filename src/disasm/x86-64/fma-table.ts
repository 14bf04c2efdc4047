const families =
  '6 vfmaddsub p,7 vfmsubadd p,8 vfmadd p,9 vfmadd s,a vfmsub p,b vfmsub s,c vfnmadd p,d vfnmadd s,e vfnmsub p,f vfnmsub s';
const orders = [
  ['9', '132'],
  ['a', '213'],
  ['b', '231'],
] as const;

/** Fused multiply-add: 0F 38 96 … BF, three orders of operands, packed and single. */
export function fmaOpcodes(encoding: 'vex' | 'evex'): string {
  const isEvex = encoding === 'evex';
  return orders
    .flatMap(([row, order]) =>
      families.split(',').map((family) => {
        const [column = '', name = '', width = ''] = family.split(' ');
        const opcode = `${row}${column}`;
        return width === 'p'
          ? `${opcode} 66.w0 ${name}${order}ps Vx,Hx,Wx${isEvex ? '4,er' : ''}
             ${opcode} 66.w1 ${name}${order}pd Vx,Hx,Wx${isEvex ? '8,er' : ''}`
          : `${opcode} 66.w0 ${name}${order}ss Vo,Ho,Wd${isEvex ? ',er' : ''}
             ${opcode} 66.w1 ${name}${order}sd Vo,Ho,Wq${isEvex ? ',er' : ''}`;
      }),
    )
    .join('\n');
}

/** AMD's four-operand forms (0F 3A 5C … 7F): W says which of the last two is in memory. */
export function fma4Opcodes(): string {
  const names = 'vfmaddsub 5c,vfmsubadd 5e,vfmadd 68,vfmsub 6c,vfnmadd 78,vfnmsub 7c';
  return names
    .split(',')
    .flatMap((family) => {
      const [name = '', first = ''] = family.split(' ');
      const forms = first.startsWith('5') ? ['ps x', 'pd x'] : ['ps x', 'pd x', 'ss d', 'sd q'];
      return forms.map((form, step) => {
        const [ending = '', size = ''] = form.split(' ');
        const opcode = (Number.parseInt(first, 16) + step).toString(16);
        const vector = size === 'x' ? 'x' : 'o';
        return `${opcode} 66.w0 ${name}${ending} V${vector},H${vector},W${size},L${vector}
                ${opcode} 66.w1 ${name}${ending} V${vector},H${vector},L${vector},W${size}`;
      });
    })
    .join('\n');
}
