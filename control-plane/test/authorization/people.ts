import { PUBLIC_KEY } from '../ssh-key.ts'
import { row, ofSilo, ofUser, type Names, type Rows } from './rows.ts'

const policyOfNobody = {
  role_assignments: [{ identity_id: crypto.randomUUID(), identity_type: 'silo_user', role_name: 'viewer' }],
}

const inSilo = ({ of }: Names) => ({ silo: of('silo') })

/** Users, groups, their keys, and policies. */
export const peopleRows = {
  currentUserView: row('signedIn'),
  currentUserGroups: row('signedIn'),
  currentUserSignInView: row('signedIn'),
  currentUserPasswordUpdate: row('signedIn', () => ({
    body: { current_password: 'not this one', new_password: 'short' },
  })),
  currentUserSshKeyList: row('signedIn'),
  currentUserSshKeyCreate: row('signedIn', () => ({
    body: { name: 'mine', description: '', public_key: PUBLIC_KEY },
  })),
  currentUserSshKeyView: row('signedIn', () => ({ path: { sshKey: 'mine' } })),
  currentUserSshKeyDelete: row('signedIn', () => ({ path: { sshKey: 'mine' } })),
  policyView: row('signedIn'),
  policyUpdate: row('ownSiloAdmin', () => ({ body: policyOfNobody })),
  siloPolicyView: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  siloPolicyUpdate: row('siloAdmin', ({ of }) => ({ path: { silo: of('silo') }, body: policyOfNobody })),
  projectPolicyUpdate: { rule: 'projectAdmin', body: policyOfNobody },
  userList: row('signedIn'),
  userView: ofUser('ownSilo'),
  userSessionList: ofUser('userAdmin'),
  userLogout: ofUser('userAdmin'),
  groupList: row('signedIn'),
  groupView: row('ownSilo', ({ of }) => ({ path: { groupId: of('siloGroup') } })),
  siloUserList: ofSilo('siloPeople'),
  siloUserView: ofUser('siloPeople', inSilo),
  siloUserDisable: ofUser('siloIdentities', inSilo),
  siloUserEnable: ofUser('siloIdentities', inSilo),
  localIdpUserCreate: row('siloIdentities', ({ of }) => ({
    query: { silo: of('silo') },
    body: { external_id: 'colleague', password: { mode: 'login_disallowed' } },
  })),
  localIdpUserSetPassword: ofUser('siloIdentities', inSilo, { mode: 'login_disallowed' }),
  localIdpUserDelete: ofUser('siloIdentities', inSilo),
  accessList: row('signedIn'),
  systemAccessList: row('fleetRead'),
  systemPolicyView: row('fleetRead'),
  systemPolicyUpdate: row('fleetAdmin', () => ({ body: policyOfNobody })),
  userBuiltinList: row('fleetRead'),
  userBuiltinView: row('fleetRead', ({ of }) => ({ path: { user: of('userBuiltin') } })),
} satisfies Rows
