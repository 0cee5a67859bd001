import { DOCS } from '../../app/docs.ts'

/** Summary and links of the floating IP pages. */
export const FLOATING_IP_DOCS = {
  topic: 'floating IPs',
  summary:
    'A floating IP is an external address that belongs to the project. You can attach it to an instance, and move it to another one at any time.',
  links: [
    { text: 'Floating IPs', href: `${DOCS.networking}#floating-ips` },
    { text: 'IP Pools', href: DOCS.ipPools },
  ],
}
