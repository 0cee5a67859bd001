// `npm run bench`, or `npm run bench -- server` / `-- console` for one half.
await import('../bench/src/main.ts')
export {}
