import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { readThemeColours, type ThemeColours } from '../kit/theme-colours.ts';
import { readPreference, writePreference } from './preference.ts';

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
  const contrast = matchMedia('(prefers-contrast: more)');
  const isContrast = signal(contrast.matches);
  media.addEventListener('change', () => {
    isSystemDark.value = media.matches;
  });
  contrast.addEventListener('change', () => {
    isContrast.value = contrast.matches;
  });
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
      void isContrast.value;
      return readThemeColours(root);
    }),
    next() {
      const after = themeChoices[(themeChoices.indexOf(choice.value) + 1) % themeChoices.length];
      choice.value = after ?? 'system';
      writePreference('theme', choice.value);
    },
  };
}
