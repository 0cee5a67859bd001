import { ExternalIpsCard } from './external-ips-card.tsx'
import { InterfacesCard } from './interfaces-card.tsx'

/** How an instance is reached, and how it reaches others. */
export const NetworkingTab = () => (
  <>
    <ExternalIpsCard />
    <InterfacesCard />
  </>
)
