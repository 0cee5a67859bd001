import { Link } from '@tanstack/react-router'
import { useCrumbs } from '../crumbs.ts'

/** The path to the current page; each part is a link. */
export function Breadcrumbs() {
  const crumbs = useCrumbs().filter((crumb) => !crumb.titleOnly)
  return (
    <nav
      aria-label="Breadcrumbs"
      className="flex min-w-0 items-center gap-1.5 overflow-hidden text-sm whitespace-nowrap"
    >
      {crumbs.map((crumb, at) => (
        <span
          key={crumb.path + crumb.label}
          className="flex min-w-0 items-center gap-1.5 not-last:hidden last:shrink sm:not-last:flex"
        >
          {at > 0 && (
            <span className="hidden text-text-muted sm:inline" aria-hidden>
              /
            </span>
          )}
          <Link
            to={crumb.path}
            className={`truncate rounded px-1 hover:text-text ${at === crumbs.length - 1 ? 'text-text' : 'text-text-muted'}`}
          >
            {crumb.label}
          </Link>
        </span>
      ))}
    </nav>
  )
}
