import type { ReactNode } from 'react'
import { NameAnchor } from '../../../ui/table/name-anchor.tsx'
import { type ParamsOf, type Path, fillPath } from '../../paths.ts'

type NameLinkProps<To extends Path> = { to: To; children: ReactNode } & (keyof ParamsOf<To> extends never
  ? { params?: undefined }
  : { params: ParamsOf<To> })

/**
 * The name of a row as a link to it.
 * @example <NameLink to="/projects/$project/instances" params={{ project }}>{project}</NameLink>
 */
export const NameLink = <const To extends Path>({ to, params, children }: NameLinkProps<To>) => (
  <NameAnchor href={fillPath(to, params ?? {})}>{children}</NameAnchor>
)
