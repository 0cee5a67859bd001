import { PlainLink } from '../../ui/navigation.tsx'
import { useCrumbs } from '../crumbs.ts'

/** Labels up to this length stay whole on a wide screen: long names have more room to give. */
const SHORT = 20

/**
 * The path to the current page; each part is a link. On a narrow screen only the project and the page itself are shown,
 * the project first to stay whole.
 */
export function Breadcrumbs({ project }: { project: string | undefined }) {
  const crumbs = useCrumbs().filter((crumb) => !crumb.titleOnly)
  const last = crumbs.length - 1
  return (
    <nav
      aria-label="Breadcrumbs"
      className="flex min-w-0 items-center gap-1 overflow-hidden text-sm whitespace-nowrap"
    >
      {crumbs.map((crumb, at) => {
        const isProject = project !== undefined && crumb.label === project
        const isKept = at === last || isProject
        // A slash needs something before it.
        const afterKept = at === last && crumbs.some(({ label }, before) => label === project && before < at)
        return (
          <span
            key={crumb.path + crumb.label}
            className={`min-w-0 items-center gap-1 ${isKept ? 'flex' : 'hidden shrink-[3] lg:flex'} ${isProject && at !== last ? 'shrink-[2]' : ''} ${crumb.label.length <= SHORT ? 'lg:shrink-0' : ''}`}
          >
            {at > 0 && (
              <span className={`text-text-muted/70 ${afterKept ? '' : 'hidden lg:inline'}`} aria-hidden>
                /
              </span>
            )}
            <PlainLink
              href={crumb.path}
              aria-current={at === last ? 'page' : undefined}
              className={`truncate rounded px-1 py-0.5 hover:bg-surface-hover hover:text-text ${at === last ? 'font-medium text-text' : 'text-text-muted'}`}
            >
              {crumb.label}
            </PlainLink>
          </span>
        )
      })}
    </nav>
  )
}
