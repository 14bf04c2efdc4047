/** The page around table and graph; colours and measures follow the flame graph's. */
export const reportStyle = `
:root{color-scheme:light dark;--bg:light-dark(#fff,#1c1d20);--text-1:light-dark(#17181c,#ececef);--text-2:light-dark(#4a4c55,#b4b6bd);--text-3:light-dark(#62646e,#989ba4);--line:light-dark(#e3e3e7,#2b2d31);--self:light-dark(#6f77d6,#7780e6);--total:light-dark(#c6caf0,#3f4474);--warn:light-dark(#8a5300,#e5ac4f)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1600px;padding:24px 16px 48px;background:var(--bg);color:var(--text-1);font:13px/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI","Adwaita Sans",Inter,Cantarell,Ubuntu,"Noto Sans",system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{margin:0;font-size:13px;font-weight:500;color:var(--text-2)}
.answer{margin:4px 0 12px;max-width:60em;font-size:20px;line-height:1.35;font-weight:600}
h2{margin:28px 0 8px;font-size:15px;font-weight:600}
dl{display:flex;flex-wrap:wrap;gap:4px 24px;margin:0}
dl div{display:flex;gap:6px}
dt{color:var(--text-3)}dd{margin:0}
.warning dt,.warning dd{color:var(--warn)}
table{width:100%;border-collapse:collapse}
th{padding:4px 8px;text-align:right;font-weight:500;color:var(--text-3);border-bottom:1px solid var(--line)}
td{padding:3px 8px;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
.name{width:100%;text-align:left;white-space:normal;overflow-wrap:anywhere;padding-left:0}
.name span{color:var(--text-3)}
.bars{min-width:160px;padding-right:0}
.bars span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.bar{display:block;width:100%;height:10px}.bar .total{fill:var(--total)}.bar .self{fill:var(--self)}
code{font:12px/1.5 ui-monospace,"SF Mono","Cascadia Mono","JetBrains Mono","Noto Sans Mono","DejaVu Sans Mono",monospace}
.graph{margin:0 -10px;overflow-x:auto}
ul{margin:0;padding-left:20px}
@media(max-width:700px){.bars{display:none}}
@media print{.graph{break-inside:avoid}}
`;
