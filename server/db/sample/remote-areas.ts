import type { Selectable } from "kysely";
import type { Tables } from "@/server/db/types";

/** Places that cost the remote-area surcharge when a recipient's address names them in either language. */
export const REMOTE_AREAS: readonly Selectable<Tables["remote_areas"]>[] = [
  { name_en: "Sai Kung", names_zh: ["西貢"] },
  { name_en: "Clear Water Bay", names_zh: ["清水灣"] },
  { name_en: "Shek O", names_zh: ["石澳"] },
  { name_en: "Stanley", names_zh: ["赤柱"] },
  { name_en: "Discovery Bay", names_zh: ["愉景灣"] },
  { name_en: "Ma Wan", names_zh: ["馬灣"] },
  { name_en: "Cheung Chau", names_zh: ["長洲"] },
  { name_en: "Lamma", names_zh: ["南丫島"] },
  { name_en: "Peng Chau", names_zh: ["坪洲"] },
  { name_en: "South Lantau", names_zh: ["南大嶼"] },
  { name_en: "Pui O", names_zh: ["貝澳"] },
  { name_en: "Tong Fuk", names_zh: ["塘福"] },
  { name_en: "Shui Hau", names_zh: ["水口"] },
];
