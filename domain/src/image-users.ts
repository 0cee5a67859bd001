/** Operating systems whose cloud images create a user of another name than their own. */
const USERS = new Map([
  ['amazon', 'ec2-user'],
  ['centos', 'cloud-user'],
  ['demo', 'root'],
  ['oracle', 'opc'],
  ['rhel', 'cloud-user'],
  ['sles', 'ec2-user'],
  ['windows', 'Administrator'],
])
/** Operating systems whose cloud images create a user named like them. */
const USER_NAMED_AS_OS = [
  'almalinux',
  'alpine',
  'arch',
  'debian',
  'fedora',
  'freebsd',
  'openbsd',
  'opensuse',
  'rocky',
  'ubuntu',
]

/**
 * Returns the user that cloud images of an operating system create, or null if it is not known. Images name their system
 * freely, such as "Debian GNU/Linux": the first word counts.
 */
export function defaultUser(os: string): string | null {
  const [name = ''] = os.toLowerCase().split(/[^a-z]/)
  return USERS.get(name) ?? (USER_NAMED_AS_OS.includes(name) ? name : null)
}
