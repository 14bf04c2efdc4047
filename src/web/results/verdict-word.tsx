import type { JSX } from 'preact';
import './verdict-word.css';

/** Which of the four looks: fewer, more, the same, not known. */
export type Tone = 'less' | 'more' | 'same' | 'unsure' | 'mixed';

const tones: Readonly<Record<string, Tone>> = {
  faster: 'less',
  less: 'less',
  slower: 'more',
  more: 'more',
  'no difference': 'same',
  inconclusive: 'unsure',
  mixed: 'mixed',
};

export function toneOf(word: string): Tone {
  return tones[word] ?? 'unsure';
}

/** A mark beside the word, so that neither colour nor reading is needed. */
const marks: Readonly<Record<Tone, string>> = {
  less: '▼',
  more: '▲',
  same: '=',
  unsure: '?',
  mixed: '◆',
};

/** A verdict: its word, a mark and a colour. */
export function VerdictWord({ word }: { readonly word: string }): JSX.Element {
  const tone = toneOf(word);
  return (
    <span class={`verdict-word verdict-${tone}`}>
      <span class="verdict-mark" aria-hidden="true">
        {marks[tone]}
      </span>
      {word}
    </span>
  );
}
