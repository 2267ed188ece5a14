import { type Props, StaffSecurity } from "../../staff-security";

export { generateMetadata } from "../../staff-security";

/** Where people of support look after their own sign-in. */
export default function SupportSecurityPage({ searchParams }: Props) {
  return <StaffSecurity part="support" searchParams={searchParams} />;
}
