import { createLink } from '@tanstack/react-router'
import { NameAnchor } from '../../ui/table/name-anchor.tsx'

/**
 * The name of a row as a link to it. @example <NameLink to="/projects/$project/instances" params={{ project
 * }}>{project}</NameLink>
 */
export const NameLink = createLink(NameAnchor)
