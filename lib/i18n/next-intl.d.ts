import type en from "./en.json";
import type late from "./late/en.json";
import type { Language } from "./validation";

// Makes every message key and language a type: a missing key fails `tsc`.
declare module "next-intl" {
  interface AppConfig {
    Locale: Language;
    Messages: typeof en & typeof late;
  }
}
