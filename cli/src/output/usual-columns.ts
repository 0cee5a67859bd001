/**
 * The columns that a list has unless others are asked for, by the name of what it is a list of. What is not here has all
 * that can stand in a column; these have so many, or such long ones, that nobody could read them in a terminal.
 */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  InstanceListItem: ['name', 'run_state', 'ncpus', 'memory', 'external_ips', 'time_created', 'id'],
  Disk: ['name', 'state', 'size', 'disk_type', 'time_created', 'id'],
  Image: ['name', 'os', 'version', 'size', 'time_created', 'id'],
  Snapshot: ['name', 'state', 'size', 'time_created', 'id'],
  FloatingIp: ['name', 'ip', 'instance_id', 'time_created', 'id'],
  SshKey: ['name', 'description', 'time_created', 'id'],
  Certificate: ['name', 'service', 'time_created', 'id'],
  Silo: ['name', 'identity_mode', 'discoverable', 'time_created', 'id'],
}

/**
 * The columns to show where none are asked for.
 * @param all that there are, in their order.
 * @param kind name of the schema of an item, where it has one.
 */
export function usualColumns(kind: string | undefined, all: readonly string[]): readonly string[] {
  const usual = kind === undefined ? undefined : USUAL[kind]
  return usual?.filter((name) => all.includes(name)) ?? all
}
