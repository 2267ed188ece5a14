import { Section } from "@/components/ui/section";
import { LoadingRegion } from "@/components/ui/skeleton";

/** The room of the charts. */
export function Waiting() {
  return (
    <Section>
      <LoadingRegion className="h-80">{null}</LoadingRegion>
    </Section>
  );
}
