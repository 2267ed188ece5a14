import { usePlace } from "@/components/environment";
import { useChange } from "@/components/use-change";

const LISTS = ["listPeople", "listInvitations"] as const;

/** Runs a change of people or invitations. */
export function usePeopleChange() {
  return useChange(usePlace().where, LISTS);
}
