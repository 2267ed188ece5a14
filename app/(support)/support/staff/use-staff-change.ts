import { useSupport } from "@/components/support/place";
import { useChange } from "@/components/use-change";

const LISTS = ["listStaff", "readDemonstration"] as const;

/** Runs a change of staff. */
export function useStaffChange() {
  return useChange(useSupport().where, LISTS);
}
