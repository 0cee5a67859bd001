/** Resource kinds, as used in errors, changes and permissions. */
export const kinds = [
  'affinity-group',
  'affinity-group-member',
  'anti-affinity-group',
  'anti-affinity-group-member',
  'bulk-job',
  'certificate',
  'device-access-token',
  'disk',
  'external-ip',
  'fleet-policy',
  'floating-ip',
  'instance',
  'instance-network-interface',
  'internet-gateway',
  'ip-pool',
  'project',
  'project-image',
  'project-policy',
  'router-route',
  'saml-identity-provider',
  'scim-token',
  'silo',
  'silo-auth-settings',
  'silo-group',
  'silo-image',
  'silo-policy',
  'silo-quotas',
  'silo-user',
  'snapshot',
  'ssh-key',
  'user-builtin',
  'vpc',
  'vpc-firewall-rule',
  'vpc-router',
  'vpc-subnet',
] as const
export type Kind = (typeof kinds)[number]

/** Both kinds of images: an id or a name can refer to either. */
export const imageKinds = ['project-image', 'silo-image'] as const satisfies Kind[]

/** What a request can refer to: a resource of one kind, or an image of either kind. */
export type Subject = Kind | 'image'
