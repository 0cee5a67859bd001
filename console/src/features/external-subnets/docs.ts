import { DOCS } from '../../app/docs.ts'

/** Summary and links of the external subnet pages. */
export const EXTERNAL_SUBNET_DOCS = {
  topic: 'external subnets',
  summary:
    'An external subnet is a network that reaches an instance from outside, such as a /28 for a router or a cluster in it. It belongs to the project, and can move between instances.',
  links: [{ text: 'Subnet Pools', href: DOCS.subnetPools }],
}
