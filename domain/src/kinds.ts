/** Kinds of resources that lie in a project: directly, or inside another resource. */
export const projectKinds = [
  'affinity-group',
  'affinity-group-member',
  'anti-affinity-group',
  'anti-affinity-group-member',
  'disk',
  'external-ip',
  'external-subnet',
  'floating-ip',
  'image-fetch',
  'instance',
  'instance-network-interface',
  'instance-template',
  'internet-gateway',
  'internet-gateway-ip-address',
  'internet-gateway-ip-pool',
  'multicast-group-member',
  'probe',
  'project-image',
  'router-route',
  'snapshot',
  'vpc',
  'vpc-firewall-rule',
  'vpc-router',
  'vpc-subnet',
] as const
export type ProjectKind = (typeof projectKinds)[number]

/** All other kinds: of the fleet, of silos and of users, and projects themselves. */
const otherKinds = [
  'address-lot',
  'address-lot-block',
  'alert',
  'alert-receiver',
  'bfd-session',
  'bgp-announce-set',
  'bgp-announcement',
  'bgp-config',
  'bulk-job',
  'certificate',
  'device-access-token',
  'fleet-policy',
  'ip-pool',
  'ip-pool-range',
  'ip-pool-resource',
  'loopback-address',
  'multicast-group',
  'networking-settings',
  'physical-disk',
  'physical-disk-adoption-request',
  'project',
  'project-policy',
  'rack',
  'rack-membership',
  'saml-identity-provider',
  'scim-token',
  'silo',
  'silo-auth-settings',
  'silo-group',
  'silo-image',
  'silo-policy',
  'silo-quotas',
  'silo-user',
  'sled',
  'ssh-key',
  'subnet-pool',
  'subnet-pool-member',
  'subnet-pool-resource',
  'support-bundle',
  'switch',
  'switch-port',
  'switch-port-settings',
  'system-update',
  'target-release',
  'tuf-repo',
  'updates-trust-root',
  'user-builtin',
] as const

/** Resource kinds, as used in errors, changes and permissions. */
export const kinds = [...projectKinds, ...otherKinds] as const
export type Kind = (typeof kinds)[number]

/** Both kinds of images: an id or a name can refer to either. */
export const imageKinds = ['project-image', 'silo-image'] as const satisfies Kind[]

/** What a request can refer to: a resource of one kind, or an image of either kind. */
export type Subject = Kind | 'image'

/** Returns the name of a kind in a sentence: `floating-ip` is a "floating IP". An image's scope is left out. */
export const nameOfKind = (kind: Kind): string =>
  kind
    .replace(/^(project|silo)-image$/, 'image')
    .replaceAll('-', ' ')
    .replace('anti affinity', 'anti-affinity')
    .replace(/\b(bfd|bgp|ip|saml|scim|ssh|tuf|vpc)\b/g, (word) => word.toUpperCase())
