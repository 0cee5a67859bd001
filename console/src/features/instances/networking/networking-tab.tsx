import { ExternalIpsCard } from './external-ips-card.tsx'
import { InterfacesCard } from './interfaces-card.tsx'

/** The external addresses and network interfaces of an instance. */
export const NetworkingTab = () => (
  <>
    <ExternalIpsCard />
    <InterfacesCard />
  </>
)
