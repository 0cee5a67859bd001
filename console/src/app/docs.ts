/** The guides that ship with the console (public/docs), so that they match its version. */
export const DOCS = {
  index: '/docs/index.html',
  access: '/docs/access.html',
  identityProviders: '/docs/identity-providers.html',
  instances: '/docs/instances.html',
  metrics: '/docs/metrics.html',
  storage: '/docs/storage.html',
  networking: '/docs/networking.html',
  ipPools: '/docs/ip-pools.html',
  subnetPools: '/docs/subnet-pools.html',
  affinity: '/docs/affinity.html',
  sshKeys: '/docs/ssh-keys.html',
  accessTokens: '/docs/access-tokens.html',
  capacity: '/docs/capacity.html',
  systemUpdate: '/docs/system-update.html',
} as const

/** The link to the guide for disks, snapshots and images. */
export const STORAGE_GUIDE = { text: 'Disks, snapshots and images', href: DOCS.storage }
