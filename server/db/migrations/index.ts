import type { Migration } from "kysely";
import { foundation } from "./0001-foundation";
import { carriers } from "./0002-carriers";
import { people } from "./0003-people";
import { webhooks } from "./0004-webhooks";
import { mails } from "./0005-mails";
import { pickPack } from "./0006-pick-pack";
import { printing } from "./0007-printing";
import { warehouse } from "./0008-warehouse";
import { webhookUpkeep } from "./0009-webhook-upkeep";
import { auditLooks } from "./0010-audit-looks";
import { stockGivenBack } from "./0011-stock-given-back";
import { printJobsFoundAgain } from "./0012-print-jobs-found-again";
import { webhookEnabling } from "./0013-webhook-enabling";
import { orderViews } from "./0014-order-views";

/** Every step of the schema by its name, in whose order they run. A step that has been released never changes. */
export const migrations: Record<string, Migration> = {
  "0001-foundation": foundation,
  "0002-carriers": carriers,
  "0003-people": people,
  "0004-webhooks": webhooks,
  "0005-mails": mails,
  "0006-pick-pack": pickPack,
  "0007-printing": printing,
  "0008-warehouse": warehouse,
  "0009-webhook-upkeep": webhookUpkeep,
  "0010-audit-looks": auditLooks,
  "0011-stock-given-back": stockGivenBack,
  "0012-print-jobs-found-again": printJobsFoundAgain,
  "0013-webhook-enabling": webhookEnabling,
  "0014-order-views": orderViews,
};
