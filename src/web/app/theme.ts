import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { readPreference, writePreference } from '../kit/preference.ts';
import { readThemeColours, type ThemeColours } from '../kit/theme-colours.ts';

const themeChoices = ['system', 'light', 'dark'] as const;
type ThemeChoice = (typeof themeChoices)[number];

export interface Theme {
  readonly choice: ReadonlySignal<ThemeChoice>;
  readonly theme: ReadonlySignal<'light' | 'dark'>;
  readonly colours: ReadonlySignal<ThemeColours>;
  /** System, light, dark, and round again. */
  next(): void;
}

export function createTheme(): Theme {
  const stored = themeChoices.find((each) => each === readPreference('theme'));
  const choice = signal<ThemeChoice>(stored ?? 'system');
  const media = matchMedia('(prefers-color-scheme: dark)');
  const isSystemDark = signal(media.matches);
  // Either changes what tokens are, not which theme it is.
  const turns = signal(0);
  media.addEventListener('change', () => {
    isSystemDark.value = media.matches;
  });
  for (const query of ['(prefers-contrast: more)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', () => {
      turns.value++;
    });
  }
  const root = document.documentElement;
  effect(() => {
    if (choice.value === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = choice.value;
  });
  const theme = computed(() => {
    if (choice.value !== 'system') return choice.value;
    return isSystemDark.value ? 'dark' : 'light';
  });
  return {
    choice,
    theme,
    colours: computed(() => {
      // Read in this order: the attribute above is set before anyone asks.
      void theme.value;
      void turns.value;
      return readThemeColours(root);
    }),
    next() {
      const after = themeChoices[(themeChoices.indexOf(choice.value) + 1) % themeChoices.length];
      choice.value = after ?? 'system';
      writePreference('theme', choice.value);
    },
  };
}
