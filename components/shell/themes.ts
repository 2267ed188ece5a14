import { Monitor, Moon, Sun } from "lucide-react";

export const THEMES = ["system", "light", "dark"] as const;
export const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
