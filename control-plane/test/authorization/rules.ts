/**
 * The callers, from an anonymous one to operators. All but the last five are users of the silo of the resources. Those
 * five are users of another silo, and use the same names and ids.
 */
export const people = [
  'nobody',
  'no role',
  'project viewer',
  'project limited_collaborator',
  'project collaborator',
  'project admin',
  'silo viewer',
  'silo limited_collaborator',
  'silo collaborator',
  'silo admin',
  'fleet viewer',
  'fleet collaborator',
  'fleet admin',
  'user of another silo',
  'admin of another silo',
  'fleet viewer of another silo',
  'fleet collaborator of another silo',
  'fleet admin of another silo',
] as const
export type Person = (typeof people)[number]

/** `ok` means that the caller is not refused for lack of permission. */
export type Verdict = 'ok' | 401 | 403 | 404

/** Columns in the order of `people`: `o` ok, `1` 401, `3` 403, `4` 404. */
const verdicts = (text: string): Record<Person, Verdict> => {
  const columns = text.replaceAll(' ', '')
  if (columns.length !== people.length)
    throw new Error(`"${text}" has not one column for each of ${people.length} people`)
  const meaning: Record<string, Verdict> = { o: 'ok', '1': 401, '3': 403, '4': 404 }
  return Object.fromEntries(people.map((person, at) => [person, meaning[columns[at]!]!])) as Record<
    Person,
    Verdict
  >
}

/**
 * The permission rules. Columns: anonymous, no role, project v l c a, silo v l c a, fleet v c a; of another silo: user,
 * admin, fleet v c a.
 */
export const rules = {
  public: verdicts('o o oooo oooo ooo ooooo'),
  /** The caller's own profile, and settings of the silo that every user may see. */
  signedIn: verdicts('1 o oooo oooo ooo ooooo'),
  /** Open to every user of the silo, and to no one else. */
  ownSilo: verdicts('1 o oooo oooo ooo 44444'),
  projectRead: verdicts('1 4 oooo oooo 444 44444'),
  /** Instances, disks, addresses, groups: every resource of a project except its networks. */
  projectWork: verdicts('1 4 3ooo 3ooo 444 44444'),
  projectNetwork: verdicts('1 4 33oo 33oo 444 44444'),
  projectAdmin: verdicts('1 4 333o 33oo 444 44444'),
  /** The list of projects: callers with roles on some of them see only those. */
  someProjects: verdicts('1 3 oooo oooo 333 3o333'),
  /** The list of silo images of the caller's silo: an admin of another silo sees those of that silo. */
  siloContents: verdicts('1 3 3333 oooo 333 3o333'),
  siloCreate: verdicts('1 3 3333 33oo 333 3o333'),
  siloImageChange: verdicts('1 4 4444 3ooo 444 44444'),
  siloImageCreate: verdicts('1 3 3333 3ooo 333 34333'),
  siloImage: verdicts('1 4 4444 oooo 444 44444'),
  /** A pool that is linked to the silo, and to no other. */
  linkedPool: verdicts('1 o oooo oooo ooo 44444'),
  /** The silo itself: for its users and for operators. */
  silo: verdicts('1 o oooo oooo ooo 44ooo'),
  /** Changing the silo itself, and its policy: for its admins, and for collaborators of the fleet. */
  siloAdmin: verdicts('1 3 3333 333o 3oo 443oo'),
  /** The same for the caller's own silo: an admin of another silo changes that one. */
  ownSiloAdmin: verdicts('1 3 3333 333o 3oo 3o3oo'),
  /** The same where the operation acts on everyone in the silo, among them admins of the fleet. */
  siloOfOperators: verdicts('1 3 3333 3333 33o 4433o'),
  /** Another user of the same silo. */
  userAdmin: verdicts('1 3 3333 333o 33o 44444'),
  /** The users of a silo: for its users, and for admins of the fleet. */
  siloPeople: verdicts('1 o oooo oooo ooo 4433o'),
  /** A resource of another user. */
  ofSomebodyElse: verdicts('1 4 4444 4444 444 44444'),
  /** Quotas are read like the silo and set by operators only. */
  siloQuotas: verdicts('1 3 3333 3333 3oo 443oo'),
  fleetCollaborator: verdicts('1 3 3333 3333 3oo 333oo'),
  /** Certificates of a named silo: for operators and its own admins; not found for others. */
  siloCertificate: verdicts('1 4 4444 444o 44o 4444o'),
  /** Users, passwords and identity providers of a silo: for its admins, and for those of the fleet. */
  siloIdentities: verdicts('1 3 3333 333o 33o 4433o'),
  fleetRead: verdicts('1 3 3333 3333 ooo 33ooo'),
  fleetAdmin: verdicts('1 3 3333 3333 33o 3333o'),
} satisfies Record<string, Record<Person, Verdict>>
