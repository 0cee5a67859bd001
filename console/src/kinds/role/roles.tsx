import type { AccessLevel } from '@granary/domain/access.ts'
import { Badge, type BadgeColor } from '../../ui/badge.tsx'
import type { RadioItem } from '../../ui/fields/radio-group.tsx'

const COLORS: Record<string, BadgeColor> = {
  admin: 'default',
  collaborator: 'change',
  limited_collaborator: 'change',
  viewer: 'neutral',
}

/** A role with its level: `silo.admin`. */
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

/** The roles of a level, weakest first, so that the default grants the least. */
export const ROLE_OPTIONS: Record<AccessLevel, readonly RadioItem[]> = {
  project: [
    option('viewer', 'Viewer', 'See everything in the project'),
    option(
      'limited_collaborator',
      'Limited collaborator',
      'Manage everything in the project except networking',
    ),
    option('collaborator', 'Collaborator', 'Manage everything in the project, including networking'),
    option('admin', 'Admin', 'Control the project: rename and delete it, and manage access'),
  ],
  silo: [
    option('viewer', 'Viewer', 'See everything in the silo and in its projects'),
    option('limited_collaborator', 'Limited collaborator', 'Manage everything in projects except networking'),
    option('collaborator', 'Collaborator', 'Create projects, and administer all of them'),
    option('admin', 'Admin', 'Control the silo: manage its users and access'),
  ],
  fleet: [
    option('viewer', 'Viewer', 'See silos, hardware and the networking of the system'),
    option('collaborator', 'Collaborator', 'Create silos, and change and delete any of them'),
    option('admin', 'Admin', 'Control the system: pools, updates and access'),
  ],
}

/** Explains the effect of a role, before it is assigned. */
export const ROLE_NOTES: Record<AccessLevel, string> = {
  project: 'Users with a stronger role in the silo keep it in this project.',
  silo: 'A silo role applies to all of the silo’s projects. If a user has several roles, the strongest one counts.',
  fleet: 'A fleet role gives no access to projects. Only a role in their silo does.',
}

/** The field label of a level's role. */
export const ROLE_LABELS: Record<AccessLevel, string> = {
  project: 'Project role',
  silo: 'Silo role',
  fleet: 'Fleet role',
}
