import {
  command,
  content,
  flag,
  flagOr,
  listOf,
  mapOf,
  number,
  permissions,
  type Shape,
  text,
  textOr,
} from './shapes.ts'

const texts = (item: string): Shape => listOf(text, item)
const keys = texts('An SSH key')

const user = textOr(
  'the name of a user, or a map with "name"',
  null,
  mapOf({
    name: text,
    gecos: text,
    homedir: text,
    shell: text,
    passwd: text,
    plain_text_passwd: text,
    hashed_passwd: text,
    groups: textOr('text or a list', texts('A group'), null),
    lock_passwd: flag,
    no_create_home: flag,
    system: flag,
    ssh_authorized_keys: keys,
    ssh_import_id: texts('An import'),
  }),
)

const file = mapOf(
  { path: text, content, owner: text, permissions, encoding: text, append: flag, defer: flag },
  'path',
)

/** The top-level keys whose types are checked (cloud-init 25.1, "Module reference"). */
export const CHECKED_KEYS: Readonly<Record<string, Shape>> = {
  allow_public_ssh_keys: flag,
  apt: mapOf({}),
  bootcmd: listOf(command, 'A command'),
  ca_certs: mapOf({ remove_defaults: flag, trusted: texts('A certificate') }),
  chpasswd: mapOf({ expire: flag }),
  create_hostname_file: flag,
  disable_root: flag,
  disk_setup: mapOf({}),
  final_message: text,
  fqdn: text,
  fs_setup: listOf(mapOf({ filesystem: text, device: text, label: text, overwrite: flag }), 'A file system'),
  growpart: mapOf({}),
  hostname: text,
  keyboard: mapOf({ layout: text }, 'layout'),
  locale: textOr('text or false', null, null),
  manage_etc_hosts: flagOr('localhost', 'template'),
  mounts: listOf(
    listOf(() => [], 'A field'),
    'A mount',
  ),
  no_ssh_fingerprints: flag,
  package_reboot_if_required: flag,
  package_update: flag,
  package_upgrade: flag,
  packages: listOf(
    textOr(
      'the name of a package',
      () => [],
      () => [],
    ),
    'A package',
  ),
  password: text,
  phone_home: mapOf({ url: text }, 'url'),
  power_state: mapOf({ mode: text, message: text, timeout: number }, 'mode'),
  prefer_fqdn_over_hostname: flag,
  preserve_hostname: flag,
  resize_rootfs: flagOr('noblock'),
  runcmd: listOf(command, 'A command'),
  ssh_authorized_keys: keys,
  ssh_deletekeys: flag,
  ssh_import_id: texts('An import'),
  ssh_pwauth: flagOr('unchanged'),
  swap: mapOf({ filename: text }),
  timezone: text,
  user,
  users: textOr('a list of users', listOf(user, 'A user'), () => []),
  write_files: listOf(file, 'A file'),
  yum_repos: mapOf({}),
}

/** Further top-level keys that cloud-init knows. */
const OTHER_KEYS = `ansible apk_repos apt_pipelining apt_reboot_if_required apt_update apt_upgrade autoinstall
byobu_by_default ca-certs chef cloud_config_modules cloud_final_modules cloud_init_modules datasource datasource_list
debug device_aliases disable_ec2_metadata disable_root_opts drivers fan groups grub-dpkg grub_dpkg landscape launch-index
locale_configfile lxd manage_resolv_conf manual_cache_clean mcollective merge_how merge_type mount_default_fields network
ntp output puppet random_seed reporting resolv_conf rh_subscription rpi rsyslog salt_minion snap spacewalk ssh
ssh_fp_console_blacklist ssh_genkeytypes ssh_key_console_blacklist ssh_keys ssh_publish_hostkeys ssh_quiet_keygen
ssh_redirect_user system_info ubuntu_advantage ubuntu_pro unverified_modules updates vendor_data version wireguard
yum_repo_dir zypper`

/** All top-level keys of `#cloud-config`. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([
  ...Object.keys(CHECKED_KEYS),
  ...OTHER_KEYS.split(/\s+/),
])

/** Returns the known key that a misspelled one may mean, or null: at most two edits, or other separators. */
export function meantKey(key: string): string | null {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '')
  const known = [...KNOWN_KEYS]
  const same = known.find((one) => plain(one) === plain(key))
  if (same !== undefined) return same
  const near = known
    .map((one) => ({ one, edits: edits(plain(one), plain(key)) }))
    .sort((one, other) => one.edits - other.edits)[0]!
  return near.edits <= Math.min(2, Math.floor(key.length / 3)) ? near.one : null
}

/** Returns the number of letters to add, remove or replace (Levenshtein distance). */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [at, letter] of Array.from(from).entries()) {
    const next = [at + 1]
    for (const [index, other] of Array.from(to).entries())
      next.push(Math.min(row[index + 1]! + 1, next[index]! + 1, row[index]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}
