import './change.css';

/** The class that colours a change; the colour only says again what the sign says. */
export function changeClass(change: number): 'change-less' | 'change-more' | '' {
  return change < 0 ? 'change-less' : change > 0 ? 'change-more' : '';
}
