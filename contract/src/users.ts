import { GROUP_FIELDS, SESSION_FIELDS, USER_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { filteredBy, sortedBy } from './list-filter.ts'
import { z } from 'zod'
import { extraInput } from './extension.ts'
import { decidedInside, on, onOwnSilo, signedIn, withPowerOver } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import { IdSortMode, NameOrId, pageOf, paginated, Uuid } from './scalars.ts'
import { Group, User } from './session.ts'
import { UserPassword, UserCreate, ConsoleSession, OwnSignIn, OwnPasswordUpdate } from './schemas/users.ts'

const userId = { userId: Uuid.meta({ description: 'ID of the user' }) }
const ofSilo = { silo: NameOrId.meta({ description: 'Name or ID of the silo' }) }
/** A part of the display name or of the sign-in name, in any case. */
const named = {
  nameContains: extraInput(
    z.string().max(512).meta({
      description: 'Only users whose display name or sign-in name contains this text, in upper or lower case',
    }),
  ),
}

export const users = family('users', {
  userList: get('/v1/users', {
    summary: "List users of the caller's silo",
    description: 'Can be narrowed to the members of a group, or to names that contain a text.',
    choices: 'users',
    needs: onOwnSilo('read_identities'),
    shows: ['silo-user', 'silo-group'],
    columns: ['displayName', 'siloId', 'timeCreated', 'id', 'timeModified'],
    query: {
      group: z
        .string()
        .max(63)
        .optional()
        .meta({ format: 'uuid', description: 'Only members of the group with this ID' }),
      ...named,
      ...filteredBy(USER_FIELDS),
      ...paginated(IdSortMode),
    },
    response: pageOf(User).meta({ id: 'UserResultsPage' }),
  }),
  userView: get('/v1/users/{userId}', {
    summary: "Fetch a user of the caller's silo",
    description: 'A user of another silo is not found.',
    needs: onOwnSilo('read_identities'),
    shows: ['silo-user'],
    params: userId,
    response: User,
  }),
  userSessionList: get('/v1/users/{userId}/sessions', {
    summary: "List a user's console sessions",
    description:
      "Lists sessions that haven't ended. You can list your own; those of others need the administration of the silo.",
    needs: decidedInside('Your own sessions, or `modify_identities` on your silo for those of another user.'),
    shows: ['silo-user'],
    columns: ['id', 'timeLastUsed', 'timeCreated'],
    params: userId,
    query: { ...sortedBy(SESSION_FIELDS), ...paginated(IdSortMode) },
    response: pageOf(ConsoleSession).meta({ id: 'ConsoleSessionResultsPage' }),
  }),
  userLogout: post('/v1/users/{userId}/logout', {
    summary: "End a user's sessions and delete their access tokens",
    description: 'Signs the user out everywhere. Devices with an access token of theirs lose access at once.',
    needsSpace: false,
    needs: decidedInside(
      'Your own sessions, or `modify_identities` on your silo for those of another user whose fleet role is not stronger than yours.',
    ),
    changes: ['silo-user', 'device-access-token'],
    params: userId,
  }),
  groupList: get('/v1/groups', {
    summary: "List groups of the caller's silo",
    description: 'Groups come from the identity provider of the silo, or are created with the silo.',
    choices: 'groups',
    needs: onOwnSilo('read_identities'),
    shows: ['silo-group'],
    columns: ['displayName', 'siloId', 'timeCreated', 'id', 'timeModified'],
    query: { ...filteredBy(GROUP_FIELDS), ...paginated(IdSortMode) },
    response: pageOf(Group),
  }),
  groupView: get('/v1/groups/{groupId}', {
    summary: "Fetch a group of the caller's silo",
    description: 'A group of another silo is not found.',
    needs: onOwnSilo('read_identities'),
    shows: ['silo-group'],
    params: { groupId: Uuid.meta({ description: 'ID of the group' }) },
    response: Group,
  }),
  siloUserList: get('/v1/system/users', {
    summary: 'List users of a silo',
    description: 'The same as the list of your own users, for administrators of the fleet.',
    needs: on('silo', 'read_identities'),
    shows: ['silo-user'],
    columns: ['displayName', 'siloId', 'timeCreated', 'id', 'timeModified'],
    query: { ...ofSilo, ...named, ...filteredBy(USER_FIELDS), ...paginated(IdSortMode) },
    response: pageOf(User),
  }),
  siloUserView: get('/v1/system/users/{userId}', {
    summary: 'Fetch a user of a silo',
    description: 'A user of another silo than the one in the query is not found.',
    needs: on('silo', 'read_identities'),
    shows: ['silo-user'],
    params: userId,
    query: ofSilo,
    response: User,
  }),
  siloUserDisable: post('/experimental/v1/system/users/{userId}/disable', {
    summary: 'Disable a user of a silo',
    description:
      "The user can't sign in, and their sessions and access tokens end. Their resources, roles and groups stay. Refused for yourself, for the last administrator, and for a user with a stronger fleet role than yours.",
    needsSpace: false,
    needs: withPowerOver('user', on('silo', 'modify_identities')),
    changes: ['silo-user', 'device-access-token'],
    params: userId,
    query: ofSilo,
    response: User,
    status: 200,
  }),
  siloUserEnable: post('/experimental/v1/system/users/{userId}/enable', {
    summary: 'Enable a disabled user of a silo',
    description:
      'The user can sign in again, unless the identity provider of the silo made them inactive. Needs the fleet role of the user.',
    needs: withPowerOver('user', on('silo', 'modify_identities')),
    changes: ['silo-user'],
    params: userId,
    query: ofSilo,
    response: User,
    status: 200,
  }),
  localIdpUserCreate: post('/v1/system/identity-providers/local/users', {
    summary: 'Create a user of a silo whose users sign in with passwords',
    description:
      'The user can sign in at once when given a password. They see no projects until they or one of their groups have a role.',
    isLarge: true,
    needs: on('silo', 'modify_identities'),
    changes: ['silo-user'],
    query: ofSilo,
    body: UserCreate,
    response: User,
  }),
  localIdpUserDelete: del('/v1/system/identity-providers/local/users/{userId}', {
    summary: 'Delete a user of a silo whose users sign in with passwords',
    description:
      'Also deletes their sessions, access tokens, SSH keys, group memberships and roles. Refused for the last administrator, and for a user with a stronger fleet role than yours.',
    needs: withPowerOver('user', on('silo', 'modify_identities')),
    changes: ['silo-user', 'silo-group', 'fleet-policy', 'silo-policy', 'project-policy'],
    params: userId,
    query: ofSilo,
  }),
  localIdpUserSetPassword: post('/v1/system/identity-providers/local/users/{userId}/set-password', {
    summary: "Set or remove a user's password",
    description:
      "Ends the user's sessions, except the caller's own, and deletes their access tokens. Refused for a user with a stronger fleet role than yours.",
    isLarge: true,
    needsSpace: false,
    needs: withPowerOver('user', on('silo', 'modify_identities')),
    changes: ['silo-user', 'device-access-token'],
    params: userId,
    query: ofSilo,
    body: UserPassword,
  }),
  currentUserSignInView: get('/experimental/v1/me/sign-in', {
    summary: 'Fetch how you sign in',
    description:
      'Tells whether you sign in with a password or through an identity provider, and about your second factor.',
    beforeSecondFactor: true,
    needs: signedIn,
    shows: ['silo-user'],
    response: OwnSignIn,
  }),
  currentUserPasswordUpdate: post('/experimental/v1/me/password', {
    summary: 'Change your own password',
    description:
      'Ends your other sessions and deletes your access tokens. Only for users who sign in with a password; wrong current passwords count as failed sign-ins.',
    isLarge: true,
    needsSpace: false,
    needs: signedIn,
    changes: ['silo-user', 'device-access-token'],
    body: OwnPasswordUpdate,
  }),
})
