import { ExternalIpsCard } from './external-ips-card.tsx'
import { ExternalSubnetsCard } from './external-subnets-card.tsx'
import { InterfacesCard } from './interfaces-card.tsx'
import { RulesCard } from './rules-card.tsx'

/** The external addresses, network interfaces and external subnets of an instance, and the firewall rules that apply to it. */
export const NetworkingTab = () => (
  <>
    <ExternalIpsCard />
    <InterfacesCard />
    <ExternalSubnetsCard />
    <RulesCard />
  </>
)
