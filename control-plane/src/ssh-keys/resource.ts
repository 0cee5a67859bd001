import { identityView, resource } from '../kit/resource.ts'

/** Belongs to a user, not to a project, so its handlers find it by themselves. */
export const sshKey = resource({
  kind: 'ssh-key',
  table: 'ssh_key',
  selector: 'sshKey',
  parent: null,
  view: (row) => ({ ...identityView(row), publicKey: row.public_key, siloUserId: row.user_id }),
})
