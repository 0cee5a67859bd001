/**
 * Who asks, from nobody to operators. All but the last five are users of the silo that the resources lie in; those are
 * of another one, and have the same names and ids at hand.
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

/** `ok`: not refused for who asks. */
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
 * The rules of who may do what. Nobody, no role, project v l c a, silo v l c a, fleet v c a; of another silo: user,
 * admin, fleet v c a.
 */
export const rules = {
  public: verdicts('o o oooo oooo ooo ooooo'),
  /** One's own profile, and what every user of a silo may know of it. */
  signedIn: verdicts('1 o oooo oooo ooo ooooo'),
  /** What lies open to every user of the silo, and to nobody else. */
  ownSilo: verdicts('1 o oooo oooo ooo 44444'),
  projectRead: verdicts('1 4 oooo oooo 444 44444'),
  /** Instances, disks, addresses, groups: everything of a project but its networks. */
  projectWork: verdicts('1 4 3ooo 3ooo 444 44444'),
  projectNetwork: verdicts('1 4 33oo 33oo 444 44444'),
  projectAdmin: verdicts('1 4 333o 33oo 444 44444'),
  /** The list of projects: who has a role in some of them only is shown those. */
  someProjects: verdicts('1 3 oooo oooo 333 3o333'),
  /** The list of silo images of one's own silo: an admin of another silo sees the own one's. */
  siloContents: verdicts('1 3 3333 oooo 333 3o333'),
  siloCreate: verdicts('1 3 3333 33oo 333 3o333'),
  siloImageChange: verdicts('1 4 4444 3ooo 444 44444'),
  siloImageCreate: verdicts('1 3 3333 3ooo 333 34333'),
  siloImage: verdicts('1 4 4444 oooo 444 44444'),
  /** A pool that is linked to the silo, and to no other. */
  linkedPool: verdicts('1 o oooo oooo ooo 44444'),
  /** The silo itself: for its users and for operators. */
  silo: verdicts('1 o oooo oooo ooo 44ooo'),
  /** Changing the silo itself, and its policy: for its administrators, and for those who look after silos. */
  siloAdmin: verdicts('1 3 3333 333o 3oo 443oo'),
  /** The same of the caller's own silo: an admin of another one changes that one. */
  ownSiloAdmin: verdicts('1 3 3333 333o 3oo 3o3oo'),
  /** Another user of the same silo. */
  userAdmin: verdicts('1 3 3333 333o 33o 44444'),
  /** Who is in a silo: for its users, and for administrators of the fleet. */
  siloPeople: verdicts('1 o oooo oooo ooo 4433o'),
  /** What somebody has of their own, asked for by who has it not. */
  ofSomebodyElse: verdicts('1 4 4444 4444 444 44444'),
  /** Quotas are read like the silo and set by operators only. */
  siloQuotas: verdicts('1 3 3333 3333 3oo 443oo'),
  fleetCollaborator: verdicts('1 3 3333 3333 3oo 333oo'),
  /** Certificates of a named silo: an operator or its own administrator; to others they are not there. */
  siloCertificate: verdicts('1 4 4444 444o 44o 4444o'),
  /** Who may sign in to a silo, and how: for its administrators, and for those of the fleet. */
  siloIdentities: verdicts('1 3 3333 333o 33o 4433o'),
  fleetRead: verdicts('1 3 3333 3333 ooo 33ooo'),
  fleetAdmin: verdicts('1 3 3333 3333 33o 3333o'),
} satisfies Record<string, Record<Person, Verdict>>
