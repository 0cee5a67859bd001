// Made by `npm run generate` from the files of this folder; do not edit.
// The router imports the routes from here; router.tsx lists their names.
export * as instances from './instances/routes.ts'
export * as overview from './overview/routes.ts'
export * as projects from './projects/routes.ts'
