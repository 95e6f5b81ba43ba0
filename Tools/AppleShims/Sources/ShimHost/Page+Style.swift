extension Page {
  static let style = """
    :root{color-scheme:light dark;--label:#111;--secondary:#6b6b72;--tertiary:#9a9aa1;--quaternary:#c7c7cc;
    --background:#fff;--grouped:#f2f2f7;--cell:#fff;--fill:#78788021;--separator:#3c3c4333;--material:#f7f7f8;--gray:#8e8e93;
    --red:#d70015;--orange:#c93400;--yellow:#b25000;--green:#248a3d;--mint:#0c817b;--teal:#008299;--cyan:#0071a4;
    --blue:#0063d1;--indigo:#3634a3;--purple:#8944ab;--pink:#d30f45;--brown:#7f6545}
    @media(prefers-color-scheme:dark){:root{--label:#f5f5f7;--secondary:#a1a1a8;--tertiary:#7c7c83;--quaternary:#48484a;
    --background:#000;--grouped:#111113;--cell:#1c1c1e;--fill:#7878803d;--separator:#54545899;--material:#1a1a1c;
    --red:#ff6961;--orange:#ffb340;--yellow:#ffd426;--green:#30db5b;--mint:#66d4cf;--teal:#5de6ff;--cyan:#70d7ff;
    --blue:#409cff;--indigo:#7d7aff;--purple:#da8fff;--pink:#ff6482;--brown:#b59469}}
    *{box-sizing:border-box;margin:0;min-width:0}
    body{font:17px/1.3 -apple-system,system-ui,"Inter","Noto Sans",sans-serif;color:var(--label);background:var(--fill);
    padding:16px;display:flex;flex-direction:column;align-items:center}
    h1{font-size:15px;color:var(--secondary);margin-bottom:10px;font-weight:600}
    .phone{width:390px;height:844px;background:var(--background);border-radius:44px;border:9px solid #1c1c1e;overflow:hidden;
    display:flex;flex-direction:column;position:relative}
    .phone.wide{width:1080px;height:780px;border-radius:28px}
    .clock{display:flex;justify-content:space-between;padding:12px 26px 4px;font-size:14px;font-weight:600;flex:none}
    .app{flex:1;min-height:0;display:flex;flex-direction:column}
    .app>*,.tabs,.tab,.navigation,.screen,.column,.contained,.grow{display:flex;flex-direction:column;flex:1;min-height:0}
    .split{display:flex;flex:1;min-height:0}.split>.column:first-child:not(:only-child){flex:0 0 340px;border-right:1px solid var(--separator)}
    .modifier{display:flex;flex-direction:column;min-height:0}.inset{flex:none!important}
    .layer-overlay{position:absolute;inset:0;pointer-events:none;flex-direction:row}.layer-background{position:absolute;inset:0;z-index:-1}
    nav{display:flex;align-items:center;justify-content:space-between;padding:6px 14px;min-height:44px;gap:8px;flex:none}
    nav>div{display:flex;align-items:center;gap:12px;flex:1}nav>div:last-child{justify-content:flex-end}
    nav .centre{justify-content:center;text-align:center;flex:2}.title{font-weight:600}.back{font-size:30px;color:var(--tint)}
    nav .button{color:var(--tint)}nav .label .text{font-size:0}nav .label .image{font-size:21px}nav .centre .button{color:inherit}
    h2{font-size:32px;padding:2px 18px 8px;flex:none}
    .hStack{display:flex;flex-direction:row;align-self:stretch}.vStack{display:flex;flex-direction:column}
    .hStack>.grow,.vStack>.grow{flex:1}.hStack>.modifier{flex-direction:row}.hStack .vStack{flex:0 1 auto}
    .hStack>*{min-width:min-content}.hStack>.wide{flex:1}.vStack>.wide,.modifier>.wide,.scroll>.wide{align-self:stretch}
    .modifier>.shape{flex:1;align-self:stretch}
    .modifier:has(>.shape),.modifier:has(>.modifier>.shape){height:100%}.row .grow,.row .unavailable{flex:none}.field{flex:1}
    .zStack{display:grid}.zStack>*{grid-area:1/1}.spacer{flex:1;min-width:0!important}.shape{min-height:1px;align-self:stretch;flex:1}
    .scroll{overflow:hidden;flex:1;min-height:0}.scroll.horizontal{flex:none}
    .scroll>.vStack,.scroll>.modifier>.vStack,.scroll>.modifier>.modifier>.vStack{align-items:stretch!important}
    .list,.form{flex:1;min-height:0;overflow:hidden;background:var(--grouped);padding:4px 14px 14px}
    .section{margin:14px 0}.header,.footer{color:var(--secondary);font-size:13px;padding:4px 14px;display:flex;flex-direction:column}
    .header .hStack{align-items:center}
    .row{background:var(--cell);padding:11px 14px;border-bottom:1px solid var(--separator);display:flex;flex-direction:column}
    .row em,.control em,.button em{font-style:normal;color:var(--tertiary);margin-left:auto}
    .section>.row:first-child,.header+.row,.list>.row:first-child{border-radius:12px 12px 0 0}
    .section>.row:last-child,.list>.row:last-child{border-radius:0 0 12px 12px;border-bottom:0}
    .section>.row:only-child{border-radius:12px}.row .button.automatic{color:var(--tint)}
    .text{overflow-wrap:anywhere}.one .text,.one{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
    .image{font-family:"Noto Sans Symbols2","Noto Emoji","Noto Color Emoji",sans-serif;line-height:1;flex:none}
    .picture{display:inline-block;width:40px;height:40px;background:var(--fill);border-radius:8px}
    .label{display:inline-flex;gap:10px;align-items:center}.unavailable .label{flex-direction:column;gap:12px}
    .unavailable .label .image{font-size:44px;color:var(--tertiary)}
    .unavailable{flex:1;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:14px;padding:28px;text-align:center}
    .button{display:flex;align-items:center;gap:8px;color:var(--tint)}.button.plain,.button.navlink,.button.custom{color:inherit}
    .button.plain{display:flex;flex-direction:column;align-items:stretch}
    .button.borderedprominent{background:var(--tint);color:#fff;padding:10px 18px;border-radius:12px;justify-content:center;font-weight:600}
    .button.bordered{background:var(--fill);padding:5px 11px;border-radius:999px;justify-content:center}
    .button.destructive,.row .button.destructive{color:var(--red)}.disabled{opacity:.4}.menu{color:var(--tint)}
    .field{min-height:22px}.field u{text-decoration:none;color:var(--tertiary)}
    .search{background:var(--fill);border-radius:11px;padding:8px 12px;margin:0 16px 8px;flex:none}
    .control{display:flex;align-items:center;gap:10px;justify-content:space-between;width:100%}.chip{color:var(--secondary)}
    .switch{width:48px;height:29px;border-radius:20px;background:var(--fill);position:relative;flex:none}.switch.on{background:var(--green)}
    .switch::after{content:"";position:absolute;width:25px;height:25px;border-radius:50%;background:#fff;top:2px;left:2px}
    .switch.on::after{left:21px}.inline .row{flex-direction:row}
    .segmented{display:flex;background:var(--fill);border-radius:10px;padding:2px;font-size:14px}
    .segmented span{flex:1;text-align:center;padding:5px;border-radius:8px}.segmented .on{background:var(--cell);font-weight:600}
    .progress{display:flex;align-items:center;gap:10px;justify-content:center}
    .progress s{width:22px;height:22px;border-radius:50%;border:3px solid var(--quaternary);border-top-color:var(--secondary)}
    .bar{height:5px;border-radius:3px;background:var(--fill);flex:1}.bar b{display:block;height:100%;background:var(--tint);border-radius:3px}
    hr{border:0;border-top:1px solid var(--separator);align-self:stretch}
    .tabbar{display:flex;border-top:1px solid var(--separator);padding:6px 0 20px;background:var(--material);flex:none}
    .tabbar div{flex:1;text-align:center;font-size:11px;color:var(--secondary);display:flex;flex-direction:column;gap:2px}
    .tabbar .on{color:var(--tint)}.tabbar span{font-size:21px;position:relative}
    .tabbar b{position:absolute;font-size:11px;background:var(--red);color:var(--background);border-radius:9px;padding:0 5px;margin-left:-4px}
    .shade{position:absolute!important;inset:0;background:#0006;padding-top:54px;display:flex;flex-direction:column;z-index:9}
    .sheet,.cover,.popover{background:var(--background);border-radius:16px 16px 0 0;flex:1;min-height:0;display:flex;
    flex-direction:column;overflow:hidden}.sheet>*{flex:1;min-height:0}
    .shade.centre{justify-content:center;align-items:center;padding:0}
    .alert,.dialog{background:var(--cell);border-radius:18px;padding:20px;width:290px;display:flex;flex-direction:column;gap:12px;text-align:center}
    .alert .button,.dialog .button{justify-content:center;padding:6px}
    """
}
