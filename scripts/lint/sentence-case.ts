/** Words that keep their capitals inside a sentence: names and abbreviations. A plural or a possessive is the same word. */
const PROPER_NOUNS = new Set(
  (
    'Granary Linux Debian Ubuntu Terraform Intel AMD Turin Milan Genoa Kubernetes GitHub Teams Chromium PostgreSQL SQLite OpenSSL ' +
    'Ctrl Cmd Shift Alt Enter Escape Tab Space Esc Home End ' +
    'API BGP BFD CIDR CLI CPU CSV DNS FAQ GiB HTTP HTTPS ICMP ID IOPS IP ISO JSON KiB LLDP MAC MiB MTU NIC OS OxQL PEM RAM SAML SCIM SHA ' +
    'SLO SMT SSH SSO TCP TiB TLS TTL UDP UI URL USB UTC UUID VCPU VLAN VM VPC XML I'
  ).split(' '),
)

/** Names that the product's specification writes in title case: users know the pages and columns by them. */
const SPECIFIED = new Set([
  'Access Tokens',
  'Add Certificate',
  'Add Member',
  'Add Range',
  'Add SSH Key',
  'Add Transit IP',
  'Affinity Groups',
  'Auto Restart',
  'Block size (Bytes)',
  'Bytes Read',
  'Bytes Received',
  'Bytes Sent',
  'Bytes Written',
  'CLI Command',
  'CPU Utilization: …',
  'Console Technical Preview',
  'Contact Support',
  'DNS Name',
  'Device Authentication',
  'Disk Flushes',
  'Disk Reads',
  'Disk Writes',
  'Edit External Subnet',
  'Edit Floating IP',
  'Edit Internet Gateway',
  'Edit Route',
  'Edit Router',
  'Edit Rule',
  'Edit Subnet',
  'External Subnets',
  'Edit Identity Provider',
  'Firewall Rules',
  'Fleet Access',
  'Fleet Roles',
  'General Purpose',
  'High Memory',
  'IP Address',
  'IP Pool',
  'IP Pools',
  'IPv6 Prefix',
  'Identity Providers',
  'Internet Gateways',
  'Last Modified',
  'Network Interfaces',
  'New External Subnet',
  'New Floating IP',
  'New Identity Provider',
  'New Instance',
  'New Internet Gateway',
  'New Route',
  'New Router',
  'New Rule',
  'New Silo',
  'New Subnet',
  'Packets Dropped',
  'Packets Received',
  'Packets Sent',
  'Project Access',
  'Project Images',
  'SAML + JIT',
  'SCIM Tokens',
  'SSH Keys',
  'Serial Console',
  'Silo Access',
  'Silo Images',
  'Single Logout (SLO) URL',
  'Subnet Pool',
  'Subnet Pools',
  'System Update',
  'TLS Certificates',
  'Update Quotas',
  'User Data',
  'VPC Subnets',
  'View SSH Key',
  // A page of the settings.
  'Bulk Jobs',
])

const isProper = (word: string): boolean => {
  const bare = word.replace(/(?:'s|s)$/, '')
  // Abbreviations with digits or a lower-case start: IPv4, vCPU, qcow2, SHA-256.
  return PROPER_NOUNS.has(word) || PROPER_NOUNS.has(bare) || /[0-9]/.test(word) || /^[a-z]/.test(word)
}

/**
 * Returns the words of a label that are capitalized but should not be: all but the first of each sentence.
 * @param label text of a button, a heading or a field.
 */
export function titleCased(label: string): string[] {
  if (SPECIFIED.has(label)) return []
  const sentences = label.split(/(?<=[.!?:…])\s+/)
  return sentences.flatMap((sentence) =>
    sentence
      .split(/[\s/–—-]+/)
      .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
      .filter((word) => word !== '')
      .slice(1)
      .filter((word) => /^\p{Lu}/u.test(word) && !isProper(word)),
  )
}
