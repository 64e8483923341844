import { useState } from 'preact/hooks';
import './theme-switch.css';

const THEMES = { system: 'Do sistema', light: 'Claro', dark: 'Escuro' } as const;
type Theme = keyof typeof THEMES;

/** Chooses light or dark for this browser. `theme.js` applies the choice when a page opens. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    <label class="theme-switch">
      Tema
      <select
        value={theme}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as Theme;
          setTheme(chosen);
          applyTheme(chosen);
        }}
      >
        {Object.entries(THEMES).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The theme that `theme.js` or an earlier choice has applied. */
function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
}
