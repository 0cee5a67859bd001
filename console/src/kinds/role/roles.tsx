import type { AccessLevel } from '@granary/domain/access.ts'
import { Badge, type BadgeColor } from '../../ui/badge.tsx'
import type { RadioItem } from '../../ui/fields/radio-group.tsx'

const COLORS: Record<string, BadgeColor> = {
  admin: 'default',
  collaborator: 'change',
  limited_collaborator: 'change',
  viewer: 'info',
}

/** A role with what it is held on: `silo.admin`. */
export const RoleBadge = ({ level, role }: { level: AccessLevel; role: string }) => (
  <Badge color={COLORS[role] ?? 'neutral'}>
    {level}.{role}
  </Badge>
)

const option = (value: string, label: string, description: string): RadioItem => ({
  value,
  label,
  description,
})

/** The roles of a level, weakest first: who does not think about it gives away the least. */
export const ROLE_OPTIONS: Record<AccessLevel, readonly RadioItem[]> = {
  project: [
    option('viewer', 'Viewer', 'See everything in the project'),
    option(
      'limited_collaborator',
      'Limited collaborator',
      'Manage everything in the project but its networking',
    ),
    option('collaborator', 'Collaborator', 'Manage everything in the project, networking too'),
    option('admin', 'Admin', 'Control the project: rename and delete it, and say who has access'),
  ],
  silo: [
    option('viewer', 'Viewer', 'See everything in the silo and in its projects'),
    option('limited_collaborator', 'Limited collaborator', 'Manage what is in projects but their networking'),
    option('collaborator', 'Collaborator', 'Create projects, and administer all of them'),
    option('admin', 'Admin', 'Control the silo: its users, and who has access'),
  ],
  fleet: [
    option('viewer', 'Viewer', 'See silos, hardware and the networking of the system'),
    option('collaborator', 'Collaborator', 'Create silos, and change and delete any of them'),
    option('admin', 'Admin', 'Control the system: pools, updates, and who has access'),
  ],
}

/** What to know before giving somebody a role of a level. */
export const ROLE_NOTES: Record<AccessLevel, string> = {
  project: 'Whoever has a stronger role in the silo keeps it in this project.',
  silo: 'A role in the silo holds in all of its projects. Where somebody has several roles, the strongest one counts.',
  fleet: 'A role in the fleet does not reach into silos: projects are seen only with a role in their silo.',
}

/** What a form calls the role of a level. */
export const ROLE_LABELS: Record<AccessLevel, string> = {
  project: 'Project role',
  silo: 'Silo role',
  fleet: 'Fleet role',
}
