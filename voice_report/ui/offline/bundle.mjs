/** How Vite bundles the page that records without a network: one script, of the files and packages of the other pages. */
const ROOT = process.cwd(); // the framework's working directory

export default {
  root: ROOT,
  base: "/",
  publicDir: false,
  logLevel: "warn",
  define: { "process.env.NODE_ENV": '"production"' },
  resolve: { mainFields: ["browser", "module", "jsnext"], alias: [{ find: /^\$\//, replacement: `${ROOT}/` }] },
  build: {
    outDir: "build/client",
    emptyOutDir: false,
    minify: true,
    sourcemap: false,
    modulePreload: false,
    rollupOptions: {
      input: "public/external/voice_report/ui/offline/opname.jsx",
      output: { entryFileNames: "assets/opname-[hash].js", codeSplitting: false },
    },
  },
};
