import { DOCS } from '../../app/docs.ts'

const NETWORKING = { text: 'Networking', href: DOCS.networking }

/** Links of the network forms. */
export const NETWORKING_LINKS = [NETWORKING]

/** Summary and links of the VPC pages. */
export const VPC_DOCS = {
  topic: 'VPCs',
  summary:
    'A VPC is a private network of a project. Its subnets hold the addresses of instances, its routers decide where packets go, and its firewall rules decide which of them pass.',
  links: NETWORKING_LINKS,
}

/** Summary and links of the page of a router. */
export const ROUTER_DOCS = {
  topic: 'routers',
  summary:
    'The system router of a VPC connects its subnets and leads to the internet. A custom router adds routes to the subnets that name it, and wins over the system router where both match equally well.',
  links: NETWORKING_LINKS,
}
